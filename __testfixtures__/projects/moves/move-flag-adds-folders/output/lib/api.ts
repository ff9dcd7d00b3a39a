import '../app/stores/cart'
