import '../helpers/scroll'
