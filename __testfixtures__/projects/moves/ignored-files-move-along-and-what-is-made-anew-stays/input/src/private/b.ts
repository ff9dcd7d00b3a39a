export * from '../server/a'
