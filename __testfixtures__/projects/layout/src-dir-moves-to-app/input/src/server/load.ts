import '~/stores/cart'
import '../stores/cart'
