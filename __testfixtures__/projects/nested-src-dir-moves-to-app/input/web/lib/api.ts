import '../client/pages/index'
