import '../stores/cart'
