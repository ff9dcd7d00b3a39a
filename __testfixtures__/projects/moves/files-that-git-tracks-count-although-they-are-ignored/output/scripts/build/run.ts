import '../../app/components/build/Card.vue'
