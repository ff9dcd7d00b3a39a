import '../../package.json'
import '~/assets/a.css'
import '~~/tools/log'
