import '../pages-live/index'
