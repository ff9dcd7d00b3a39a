import '../themes/dark/colors'
