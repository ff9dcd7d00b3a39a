import '../../themes/dark/colors'
