import '../base/components/A.vue'
