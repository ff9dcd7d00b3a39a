import '~/assets/main.css'
