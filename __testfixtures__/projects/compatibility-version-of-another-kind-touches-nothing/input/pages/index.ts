import '~/modules/stats'
