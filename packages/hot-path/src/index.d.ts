export * from './types/api'
