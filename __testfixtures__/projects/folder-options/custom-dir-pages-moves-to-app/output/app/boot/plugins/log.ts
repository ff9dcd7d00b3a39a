import '../../../boot/once'
