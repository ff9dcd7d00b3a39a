import '~/composables'
import '~/plugins.js'
import '~/app.config.json'
