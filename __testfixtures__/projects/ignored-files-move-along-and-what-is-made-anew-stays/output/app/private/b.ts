export * from '../../server/a'
