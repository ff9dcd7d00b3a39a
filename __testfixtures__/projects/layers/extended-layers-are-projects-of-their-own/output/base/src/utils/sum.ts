import '../../theme/app/components/A.vue'
