export * from './sum'
