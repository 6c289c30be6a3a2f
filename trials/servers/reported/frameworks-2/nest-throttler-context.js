require('reflect-metadata');
const { Module, Controller, Get, Injectable, Dependencies, Bind, Param } = require('@nestjs/common');
const { NestFactory, APP_GUARD } = require('@nestjs/core');
const { FastifyAdapter } = require('@nestjs/platform-fastify');
const { ThrottlerModule, ThrottlerGuard } = require('@nestjs/throttler');
const { ClsModule, ClsService } = require('nestjs-cls');

const decorate = (target, method, ...decorators) => decorators.reverse()
  .forEach((d) => d(target.prototype, method, Object.getOwnPropertyDescriptor(target.prototype, method)));

class OrdersRepository {
  async findOne(id) {
    const line = (_, i) => ({ sku: `SKU-${id}-${i}`, quantity: (i % 4) + 1, cents: 499 + i * 3, note: '' });
    const lines = Array.from({ length: 80 }, line);
    return { id, customer: { id: `c-${id}`, city: 'Utrecht' }, lines };
  }
}
Injectable()(OrdersRepository);

class UnitOfWork {
  constructor(cls, orders) {
    this.cls = cls;
    this.orders = orders;
  }

  // entities are loaded once for each request
  async order(id) {
    const identityMap = this.cls.get('identityMap') || new Map();
    if (!identityMap.has(id)) identityMap.set(id, await this.orders.findOne(id));
    this.cls.set('identityMap', identityMap); // HERE
    return identityMap.get(id);
  }
}
Dependencies(ClsService, OrdersRepository)(UnitOfWork);
Injectable()(UnitOfWork);

class OrdersController {
  constructor(work) {
    this.work = work;
  }

  async total(id) {
    const order = await this.work.order(id);
    const cents = order.lines.reduce((sum, line) => sum + line.quantity * line.cents, 0);
    return { id: order.id, city: order.customer.city, total: cents / 100 };
  }
}
Dependencies(UnitOfWork)(OrdersController);
decorate(OrdersController, 'total', Get('orders/:id/total'), Bind(Param('id')));
Controller()(OrdersController);

class AppModule {}
Module({
  imports: [
    ClsModule.forRoot({ global: true, middleware: { mount: true } }),
    ThrottlerModule.forRoot([{ ttl: 60_000, limit: 1_000_000 }]), // HERE
  ],
  controllers: [OrdersController],
  providers: [OrdersRepository, UnitOfWork, { provide: APP_GUARD, useClass: ThrottlerGuard }],
})(AppModule);

NestFactory.create(AppModule, new FastifyAdapter(), { logger: ['error'] })
  .then((app) => app.listen(process.env.PORT || 3000, '127.0.0.1'));
