import '~~/src/server/load'
import '../../src/server/load'
