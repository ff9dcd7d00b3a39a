import '@/components/A.vue'
