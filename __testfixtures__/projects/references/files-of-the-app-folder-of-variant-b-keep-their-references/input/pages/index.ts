import '../app/helpers/scroll'
