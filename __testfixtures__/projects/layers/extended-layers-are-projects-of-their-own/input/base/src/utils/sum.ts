import '../../theme/components/A.vue'
