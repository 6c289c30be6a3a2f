'use strict';
require('reflect-metadata');
const { __decorate } = require('tslib');
const { createExpressServer, JsonController, Get, Middleware } = require('routing-controllers');

class PostRepository {
  constructor() {
    this.posts = [];
    for (let id = 1; id <= 160; id++) {
      this.posts.push({
        id,
        title: `Post number ${id}`,
        author: { id: id % 10, name: `Author ${id % 10}` },
        votes: { up: id * 3, down: id % 4 },
        comments: [1, 2, 3].map((n) => ({ id: n, likes: n % 2, user: { id: n } })),
      });
    }
  }

  async findAll() {
    return this.posts;
  }

  async count() {
    return this.posts.length;
  }
}

const repository = new PostRepository();

let PostController = class PostController {
  async all() {
    return repository.findAll();
  }

  async count() {
    return { count: await repository.count() };
  }
};
__decorate([Get('/posts')], PostController.prototype, 'all', null);
__decorate([Get('/posts/count')], PostController.prototype, 'count', null);
PostController = __decorate([JsonController()], PostController);

let TimingMiddleware = class TimingMiddleware {
  use(request, response, next) {
    const begin = process.hrtime.bigint();
    response.on('finish', () => this.record(request.path, Number(process.hrtime.bigint() - begin) / 1e6));
    next();
  }

  record(path, ms) {
    this.slowest = Math.max(this.slowest || 0, ms);
  }
};
TimingMiddleware = __decorate([Middleware({ type: 'before' })], TimingMiddleware);

const app = createExpressServer({ // HERE
  controllers: [PostController],
  middlewares: [TimingMiddleware],
  validation: false,
});

app.listen(process.env.PORT || 3000, '127.0.0.1');
