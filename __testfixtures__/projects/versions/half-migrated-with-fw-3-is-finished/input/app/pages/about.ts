import '~/components/About.vue'
