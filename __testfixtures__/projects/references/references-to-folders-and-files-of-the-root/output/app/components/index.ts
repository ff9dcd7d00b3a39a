import '../..'
import '../../'
import '~~'
import '../../index'
import '.'
import './'
import config from '../../fw.config'
import { version } from '~~/package.json'
import data from '../../data.json' with { type: 'json' }
