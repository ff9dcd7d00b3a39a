import '../../app/features/shop/Cart.vue'
