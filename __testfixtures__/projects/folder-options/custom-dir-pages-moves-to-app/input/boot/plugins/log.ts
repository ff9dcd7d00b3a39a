import '../once'
