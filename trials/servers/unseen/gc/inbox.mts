import Koa from 'koa';

class Flags {
  read: boolean;
  starred: boolean;
  constructor(read: boolean, starred: boolean) {
    this.read = read;
    this.starred = starred;
  }
}

class Message {
  id: number;
  from: string;
  subject: string;
  views: number;
  flags: Flags;

  constructor(id: number, from: string, subject: string, views = 0, read = false, starred = false) { // <- here
    this.id = id;
    this.from = from;
    this.subject = subject;
    this.views = views;
    this.flags = new Flags(read, starred); // <- here
  }

  copy(): Message { // <- here
    return new Message(this.id, this.from, this.subject, this.views, this.flags.read, this.flags.starred); // <- here
  }
}

interface State {
  version: number;
  messages: Message[];
}

type Action = { type: 'view'; id: number } | { type: 'star'; id: number };

const senders = ['billing', 'support', 'hr', 'newsletter', 'ceo'];

let state: State = {
  version: 0,
  messages: Array.from({ length: 4000 }, (_, i) =>
    new Message(i, `${senders[i % senders.length]}@example.com`, `Case ${70000 + i}`)),
};

const past: State[] = [];

function reduce(old: State, action: Action): State { // <- here
  const messages = old.messages.map((message) => message.copy()); // <- here
  const target = messages[action.id];
  if (action.type === 'view') {
    target.views++;
    target.flags.read = true;
  } else target.flags.starred = true;
  return { version: old.version + 1, messages };
}

function dispatch(action: Action): void {
  past.push(state);
  if (past.length > 120) past.shift();
  state = reduce(state, action); // <- here
}

const app = new Koa();
let cursor = 0;

app.use(async (ctx: any) => {
  if (ctx.path !== '/') return;
  const id = cursor++ % state.messages.length;
  dispatch({ type: 'view', id }); // <- here
  ctx.body = { version: state.version, message: state.messages[id] };
});

app.listen(Number(process.env.PORT), process.env.HOST);
