import '~/assets/main.css'
import '~~/server/load'
import '../../server/load'
