import './utils/sum'
import './composables'
