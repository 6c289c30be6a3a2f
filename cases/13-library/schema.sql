create schema if not exists library;

create table if not exists library.authors (id integer primary key, name text not null);
create table if not exists library.books (id integer primary key, title text not null, author integer not null references library.authors);

insert into library.authors select id, 'Author ' || id from generate_series(1, 50) as id on conflict do nothing;
insert into library.books select id, 'Book ' || id, 1 + id % 50 from generate_series(1, 500) as id on conflict do nothing;
