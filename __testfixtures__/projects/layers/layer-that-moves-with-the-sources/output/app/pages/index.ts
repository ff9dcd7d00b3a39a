import '../base/app/components/A.vue'
