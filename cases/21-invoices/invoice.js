'use strict'

const { DataTypes, Model } = require('sequelize')

const WITHOUT_DATES = { schema: 'shop', timestamps: false }

class Line extends Model {}

class Invoice extends Model {
  // In cents.
  async total () {
    const lines = await this.getLines()
    return lines.reduce((sum, { cents }) => sum + cents, 0)
  }

  async summary () {
    const { id, customer } = this
    return { id, customer, total: await this.total() }
  }
}

function describe (sequelize) {
  Line.init(
    { article: DataTypes.TEXT, cents: DataTypes.INTEGER },
    { sequelize, modelName: 'line', ...WITHOUT_DATES }
  )
  Invoice.init({ customer: DataTypes.TEXT }, { sequelize, modelName: 'invoice', ...WITHOUT_DATES })
  Invoice.hasMany(Line)
}

module.exports = { Invoice, Line, describe }
