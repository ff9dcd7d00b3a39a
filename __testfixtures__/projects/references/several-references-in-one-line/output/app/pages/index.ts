import a from '~~/lib/a'; import b from "../../lib/b"; export * from '~~/lib/a'; const c = [import('~~/lib/a'), import(`../../lib/b`)]
