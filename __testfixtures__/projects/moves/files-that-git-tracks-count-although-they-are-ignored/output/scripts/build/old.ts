import '../../components/build/Card.vue'
