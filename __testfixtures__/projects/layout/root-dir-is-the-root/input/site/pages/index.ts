import '~/styles/base.css'
import '../../tools/log'
