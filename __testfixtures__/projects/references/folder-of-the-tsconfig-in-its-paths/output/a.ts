import x from '@c/Card.vue'
