import '~/stores/cart'
import '../app/stores/cart'
