import '../tools/log'
import '~~/tools/log'
const logo = new URL('../app/assets/a.css', import.meta.url)
