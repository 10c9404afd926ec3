// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/move/copy.hpp>

#include "peers/peers.hpp"

namespace ashlar::bench {
namespace {

template <class T>
Method copy_method(const char* name, DistMatrix<T>& source, DistMatrix<T>& target,
                   const MoveCase& what, Transport transport) {
  return {name,
          [&source, &target, &what, transport] {
            copy_into(MatrixView<const T>(source, what.source_part()),
                      MatrixView<T>(target, what.target_part()),
                      {.op = what.op, .uplo = what.uplo, .transport = transport});
          },
          [&target] { spoil(target); }, [&target, &what] { return is_right(target, what); }};
}

/// Method of a program that keeps its result until the next one.
template <class T>
Method new_matrix_method(Operands<T>& operands) {
  const auto result = std::make_shared<DistMatrix<T>>();
  const MoveCase& what = operands.what;
  return {"ashlar-new-matrix",
          [result, &operands, &what] {
            *result = what.op == Op::Trans ? transpose(operands.source, what.target)
                                           : redistribute(operands.source, what.target);
          },
          // The next result may reuse the memory of an old one.
          [result] {
            spoil(*result);
            *result = {};
          },
          [result, &what] { return is_right(*result, what); }};
}

}  // namespace

template <class T>
void add_ashlar(MethodList& list, Operands<T>& operands) {
  const MoveCase& what = operands.what;
  const auto add = [&](const char* name, DistMatrix<T>& source, DistMatrix<T>& target,
                       Transport transport) {
    if (list.is_wanted(name))
      list.methods.push_back(copy_method(name, source, target, what, transport));
  };
  DistMatrix<T>& user_source = operands.user_source.matrix;
  DistMatrix<T>& user_target = operands.user_target.matrix;
  add("ashlar", operands.source, operands.target, Transport::Automatic);
  if (what.uplo == Uplo::General && what.is_whole() && list.is_wanted("ashlar-new-matrix"))
    list.methods.push_back(new_matrix_method(operands));
  add("ashlar-user-memory", user_source, user_target, Transport::Automatic);
  add("ashlar-messages", user_source, user_target, Transport::Messages);
  add("datatypes", user_source, user_target, Transport::Datatypes);
}

template void add_ashlar(MethodList&, Operands<float>&);
template void add_ashlar(MethodList&, Operands<double>&);
template void add_ashlar(MethodList&, Operands<c128>&);

}  // namespace ashlar::bench
