import '~/stores/cart'
