import A from '@c/A.vue'
