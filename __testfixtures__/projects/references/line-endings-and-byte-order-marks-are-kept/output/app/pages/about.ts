import '~~/modules/stats'
