import '~/assets/main.css'
import '~~/utils/release'
