import '~/stores/cart'
import '../types/cart'
import '#stores/cart'
