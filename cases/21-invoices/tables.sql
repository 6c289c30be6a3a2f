create schema if not exists shop;

create table if not exists shop.invoices (id integer primary key, customer text not null);
create table if not exists shop.lines (id integer primary key, "invoiceId" integer not null references shop.invoices, article text not null, cents integer not null);
create index if not exists lines_of_invoice on shop.lines ("invoiceId");

insert into shop.invoices select id, 'Customer ' || id % 40 from generate_series(1, 400) as id on conflict do nothing;
insert into shop.lines select id, 1 + id % 400, 'Article ' || id % 60, 100 + 5 * (id % 90) from generate_series(1, 1600) as id on conflict do nothing;
