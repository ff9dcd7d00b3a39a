import './app/utils/sum'
import './app/composables'
