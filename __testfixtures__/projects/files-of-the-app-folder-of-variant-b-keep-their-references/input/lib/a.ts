import '../app/router.options'
