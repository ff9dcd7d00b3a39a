import '../../tools/log'
import '~~/tools/log'
const logo = new URL('../assets/a.css', import.meta.url)
