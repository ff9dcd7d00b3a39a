import '../../package.json'
import '~~/src/assets/a.css'
import '~~/tools/log'
