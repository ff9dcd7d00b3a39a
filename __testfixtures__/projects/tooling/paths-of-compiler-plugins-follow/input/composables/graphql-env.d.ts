export type introspection = {}
