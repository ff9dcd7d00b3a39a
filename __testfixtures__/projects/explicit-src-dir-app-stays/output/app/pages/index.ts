import '~/utils/a'
