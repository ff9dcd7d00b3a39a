import '~/components/Index.vue'
