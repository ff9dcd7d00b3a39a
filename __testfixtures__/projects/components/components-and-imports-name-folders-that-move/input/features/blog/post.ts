import '../shop/Cart.vue'
